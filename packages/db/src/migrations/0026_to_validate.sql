-- What was cancelled and waits to be validated, by fleet: counted whenever one more is cancelled.
create index booking_cancelled_to_validate on booking (tenant_id, id_fleet, time_booking_start)
  where status in (-20, -40) and not validated;
