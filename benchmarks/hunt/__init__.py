"""The hunt: random fits of every method on hostile data, each judged by what can be recomputed from
the data.

    python -m benchmarks.hunt [--fits 20000] [--seed 0] [--jobs 2] [--most 100000] [--method NAME]
    [--family NAME] python -m benchmarks.hunt --seed 0 --only 1234        the one fit of a finding,
    with everything about it python -m benchmarks.hunt --through-origin [...]      fits without an
    offset (:mod:`origin`) python -m benchmarks.hunt --many [...]                small problems of
    two to six classes (:mod:`many`) python -m benchmarks.hunt --drags [...]               points
    that are dragged, against cold fits (:mod:`drags`) python -m benchmarks.hunt --tables [...]
    real tables in all columns (:mod:`tables`) python -m benchmarks.hunt --excursions [...]
    points that are dragged far away and home (:mod:`excursions`) python -m benchmarks.hunt
    --elsewhere [...]        small sets moved, turned, doubled, permuted, renamed
    (:mod:`elsewhere`)

A fit is drawn from its seed and its number alone (:mod:`cases`): a family of data
(:mod:`families`), a map or a kernel, a scale and an offset, a method and its parameters.  Every
promise that is looked at is one function in :mod:`checks`, listed there;
:mod:`references` solves one fit in twenty a second time by other means.  Each fit has a limit in
processor seconds, and workers that crash are replaced (:mod:`workers`), so that nothing ends the
hunt.  The end is a table, the findings by kind, and the exit code 1 when there are any.
"""
