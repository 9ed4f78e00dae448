"""The formats of tables, one in each module; ``files.table_formats`` lists them."""
