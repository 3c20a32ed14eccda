-- What the places of a vehicle are called, so that lists and files tell their names; and one vehicle for each plate.

alter table fleet_vehicle
  add column route_sheet_nombprovcontrato_default text not null default '',
  add column route_sheet_nombmunicontrato_default text not null default '',
  add column route_sheet_nombprovlejano_default text not null default '',
  add column route_sheet_nombmunilejano_default text not null default '';
create unique index fleet_vehicle_plate_to_sync on fleet_vehicle (tenant_id, number_plate_to_sync);
