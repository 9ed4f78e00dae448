"""Linear classification of points in the plane: every method exact, certified, and without any
graphics.
"""

from .algorithms.path.breakpoints import soft_margin_path as soft_margin_path
from .arrays import Floats as Floats
from .criterion import Peer as Peer
from .criterion import SoftMarginPath as SoftMarginPath
from .cross_validation import CrossValidation as CrossValidation
from .cross_validation import cross_validate as cross_validate
from .cross_validation import validation_curve as validation_curve
from .dataset import Dataset as Dataset
from .features import *  # noqa: F403 - every map that is listed there
from .features import FEATURE_MAPS as FEATURE_MAPS
from .features import FeatureMap as FeatureMap
from .fitting import exact_drag as exact_drag
from .fitting import fit as fit
from .fitting import grab as grab
from .fitting import solve as solve
from .generators import GENERATORS as GENERATORS
from .generators import generate as generate
from .kernels import *  # noqa: F403 - every kernel that is listed there
from .kernels import KERNELS as KERNELS
from .kernels import Kernel as Kernel
from .losses import LOSSES as LOSSES
from .losses import Loss as Loss
from .method import Drag as Drag
from .method import Fit as Fit
from .method import Method as Method
from .methods import *  # noqa: F403 - every method that is listed there, and METHODS
from .methods import METHODS as METHODS
from .multiclass.form_lookup import objective_of as objective_of
from .multiclass.form_lookup import parameters_with as parameters_with
from .multiclass.form_lookup import takes_many as takes_many
from .multiclass.iterate import ManyIterate as ManyIterate
from .multiclass.many_certificate import ManyCertificate as ManyCertificate
from .multiclass.many_populations import ManyPopulations as ManyPopulations
from .multiclass.method import AnyMethod as AnyMethod
from .multiclass.method import ManyDrag as ManyDrag
from .multiclass.method import ManyFit as ManyFit
from .multiclass.method import ManyMethod as ManyMethod
from .multiclass.problem import ManyProblem as ManyProblem
from .multiclass.registry import *  # noqa: F403 - every method that is listed there
from .multiclass.registry import SCHEMES as SCHEMES
from .parameters import Choice as Choice
from .parameters import Parameter as Parameter
from .parameters import Range as Range
from .parameters import parameters_of as parameters_of
from .plane.geometry import clip_line as clip_line
from .plane.geometry import clip_polygon as clip_polygon
from .plane.geometry import clip_segment as clip_segment
from .plane.geometry import clip_segments as clip_segments
from .plane.geometry import contour_segments as contour_segments
from .plane.geometry import half_plane as half_plane
from .plane.hulls import convex_hull as convex_hull
from .problem import Problem as Problem
from .result import Certificate as Certificate
from .result import Iterate as Iterate
from .result import Outcome as Outcome
from .result import PointClass as PointClass
from .result import Separability as Separability
from .result import Status as Status
from .studies.bias_variance import BiasVariance as BiasVariance
from .studies.bias_variance import bias_variance as bias_variance
from .studies.fisher_curve import FisherCurve as FisherCurve
from .studies.fisher_curve import curve_of_moments as curve_of_moments
from .studies.fisher_curve import fisher_curve as fisher_curve
from .studies.leave_one_out import leave_one_out_scores as leave_one_out_scores
from .studies.penalty_paths import PenaltyPath as PenaltyPath
from .studies.penalty_paths import logistic_path as logistic_path
from .studies.penalty_paths import ridge_path as ridge_path
from .studies.populations import GaussianPopulation as GaussianPopulation
from .studies.populations import Populations as Populations
from .studies.score_curves import ScoreCurve as ScoreCurve
from .studies.score_curves import reliability as reliability
from .studies.separability import separability as separability
