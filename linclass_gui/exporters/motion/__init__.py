"""Pictures that move: films of pages, and the formats that show them."""
