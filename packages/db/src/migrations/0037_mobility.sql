-- The lists of shared vehicles: live, to be invoiced, and what became of nothing. Each is read in the order of an index of
-- its own, and counted and added up over a month from it alone.
create index mobility_booking_alive_start on mobility_booking (tenant_id, time_init, id) where status in (1, 2, 3);

-- Those of another month are passed over within the index: the oldest come first.
create index mobility_booking_to_invoice on mobility_booking (tenant_id, id, time_init) where status = 4;
create index mobility_booking_to_invoice_start on mobility_booking (tenant_id, time_init, id)
  include (id_white_label, price_customer) where status = 4;
create index mobility_booking_to_invoice_end on mobility_booking (tenant_id, time_end, id) where status = 4;
create index mobility_booking_to_invoice_price on mobility_booking (tenant_id, price_customer, id) where status = 4;

create index mobility_booking_after_life on mobility_booking (tenant_id, id, time_end) where status in (5, -1);
create index mobility_booking_after_life_end on mobility_booking (tenant_id, time_end, id)
  include (id_white_label) where status in (5, -1);
create index mobility_booking_after_life_made on mobility_booking (tenant_id, date_created, id) where status in (5, -1);

create index mobility_booking_search on mobility_booking using gin (tenant_id, customer_name gin_trgm_ops,
  vehicle_sign gin_trgm_ops, start_address_string gin_trgm_ops);

-- Of somebody whose data was erased the journals of trips keep who did what and when, as those of bookings do.
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
        #- '{report,reason}') - array['customerName', 'customerPhone', 'numberPlate', 'cancelReason'],
    after = (j.after #- '{report,customerName}' #- '{report,customerPhone}' #- '{report,numberPlate}'
        #- '{report,reason}') - array['customerName', 'customerPhone', 'numberPlate', 'cancelReason']
  from app_user u, (
      select tenant_id, 'parking' as mode, id from parking_booking
      where tenant_id = current_tenant() and id_user = wanted
      union all select tenant_id, 'mobility', id from mobility_booking
      where tenant_id = current_tenant() and id_user = wanted
      union all select tenant_id, 'ticket', id from ticket
      where tenant_id = current_tenant() and id_user = wanted) trip
  where j.tenant_id = current_tenant() and trip.tenant_id = j.tenant_id and j.mode = trip.mode and j.id_trip = trip.id
    and u.tenant_id = j.tenant_id and u.id = wanted and u.is_customer and u.erased_at is not null;
$$;
