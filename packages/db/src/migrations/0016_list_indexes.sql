-- Every column that a list can be sorted by is answered from an index.

create index caller_by_blacklisted on caller (tenant_id, is_blacklisted, id);
