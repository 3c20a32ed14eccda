-- Routes that the app records, as a mode of travel among the others: told under a signature, journaled, listed and sent.
alter table trip_supplier drop constraint trip_supplier_mode_check,
  add constraint trip_supplier_mode_check check (mode in ('parking', 'mobility', 'ticket', 'route'));

-- Read with one route only: in a table of its own a path makes no page of the list longer.
create table route_path (
  tenant_id int not null,
  id_route bigint not null,
  -- The encoded path, and the seconds after the start of each of its points, written in the same way, or nothing.
  way_points text not null,
  way_times text not null default '',
  primary key (tenant_id, id_route),
  foreign key (tenant_id, id_route) references route_tracking on delete cascade
);
call wall_off('route_path');
insert into route_path (tenant_id, id_route, way_points)
  select tenant_id, id, route_way_points from route_tracking where route_way_points <> '';

alter table route_tracking
  drop column route_way_points,
  -- Follows from the status.
  drop column global_status,
  add version int not null default 1,
  add time_updated timestamptz not null default now(),
  add date_created timestamptz not null default now(),
  add time_end timestamptz,
  add id_supplier bigint,
  -- What the app calls it.
  add reference text,
  -- Why its distance cannot be paid.
  add fault text,
  add foreign key (tenant_id, id_supplier) references trip_supplier;
create unique index route_tracking_reference on route_tracking (tenant_id, id_supplier, reference);
create index route_tracking_alive on route_tracking (tenant_id, id_supplier, id) where status in (100, 150);
create index route_tracking_to_send on route_tracking (tenant_id, id) where status in (300, 350);
create index route_tracking_start on route_tracking (tenant_id, time_start, id) include (id_payment_account);
create index route_tracking_distance on route_tracking (tenant_id, distance_meters, id);
create index route_tracking_of_account on route_tracking (tenant_id, id_payment_account, time_start, id)
  where id_payment_account is not null;
create index route_tracking_export on route_tracking (tenant_id, id_export) where id_export is not null;
create index route_tracking_search on route_tracking using gin (tenant_id, customer_name gin_trgm_ops,
  origin_address_string gin_trgm_ops, destination_address_string gin_trgm_ops);
call keep_count_of('route_tracking');
insert into list_count (tenant_id, list, id_run, delta)
  select tenant_id, 'route_tracking', id / 16384, count(*) from route_tracking group by tenant_id, id / 16384;

-- The journals of somebody's routes say where they went: what names places goes with who they are.
create or replace function erase_from_journals(wanted bigint) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update user_journal j set before = '{}', after = '{}'
  from app_user u
  where j.tenant_id = current_tenant() and j.id_customer = wanted
    and u.tenant_id = j.tenant_id and u.id = wanted and u.is_customer and u.erased_at is not null;
  update booking_journal j
  set before = (j.before #- '{origin,additionalAddressInfo}' #- '{destination,additionalAddressInfo}'
        #- '{modifications,comment}')
      - array['passengerName', 'phoneNumberPassenger', 'emailPassenger', 'notes', 'flightNumber', 'phoneNumberDialed',
        'cancellationReasonDescription', 'additionalReason', 'idCaller'],
    after = (j.after #- '{origin,additionalAddressInfo}' #- '{destination,additionalAddressInfo}'
        #- '{modifications,comment}')
      - array['passengerName', 'phoneNumberPassenger', 'emailPassenger', 'notes', 'flightNumber', 'phoneNumberDialed',
        'cancellationReasonDescription', 'additionalReason', 'idCaller']
  from booking b, app_user u
  where j.tenant_id = current_tenant() and b.tenant_id = j.tenant_id and b.id = j.id_booking and b.id_user = wanted
    and u.tenant_id = j.tenant_id and u.id = wanted and u.is_customer and u.erased_at is not null;
  update trip_journal j
  set before = (j.before #- '{report,customerName}' #- '{report,customerPhone}' #- '{report,numberPlate}'
        #- '{report,reason}' #- '{report,originAddressString}' #- '{report,destinationAddressString}' #- '{report,stops}')
      - array['customerName', 'customerPhone', 'numberPlate', 'cancelReason', 'originAddressString',
        'destinationAddressString', 'routeTrackingStopList'],
    after = (j.after #- '{report,customerName}' #- '{report,customerPhone}' #- '{report,numberPlate}'
        #- '{report,reason}' #- '{report,originAddressString}' #- '{report,destinationAddressString}' #- '{report,stops}')
      - array['customerName', 'customerPhone', 'numberPlate', 'cancelReason', 'originAddressString',
        'destinationAddressString', 'routeTrackingStopList']
  from app_user u, (
      select tenant_id, 'parking' as mode, id from parking_booking
      where tenant_id = current_tenant() and id_user = wanted
      union all select tenant_id, 'mobility', id from mobility_booking
      where tenant_id = current_tenant() and id_user = wanted
      union all select tenant_id, 'ticket', id from ticket
      where tenant_id = current_tenant() and id_user = wanted
      union all select tenant_id, 'route', id from route_tracking
      where tenant_id = current_tenant() and id_user = wanted) trip
  where j.tenant_id = current_tenant() and trip.tenant_id = j.tenant_id and j.mode = trip.mode and j.id_trip = trip.id
    and u.tenant_id = j.tenant_id and u.id = wanted and u.is_customer and u.erased_at is not null;
$$;
