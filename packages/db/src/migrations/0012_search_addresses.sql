-- Saved addresses are found as other places are (0008_places.sql).

call make_searchable('address');
