-- The map counts what fleets refused or left unanswered, hour by hour over four weeks.
create index supplier_order_refused on supplier_order (tenant_id, answered_at) where state in ('refused', 'silent');
