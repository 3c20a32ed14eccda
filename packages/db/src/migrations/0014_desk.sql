-- The desk: what a booking's price comes to beside what the caller was told, and bookings of all times found as they are
-- typed.

alter table booking add column price_estimated numeric(10, 2);

-- A telephone number as it is looked up: digits alone, a home number without its country's code.
create function bare_phone(raw text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(regexp_replace(regexp_replace(regexp_replace(raw, '[\s().\-/]', '', 'g'),
    '^(\+|00)34', ''), '^00|\D', '', 'g'), '^34([6-9]\d{8})$', '\1');

-- What a booking is found by, each word after a space: the passenger's names, and the telephone, the reference, the taxi
-- and its number without signs between (domain/booking/search.ts says the same of the bookings that a desk has at hand).
create function search_text(passenger text, phone text, reference text, taxi text, taxi_number int) returns text
  language sql immutable parallel safe
  -- Most references are empty, and of nothing these functions are not even called.
  return ' ' || plain(passenger) || ' ' || bare_phone(phone)
    || ' ' || coalesce(replace(plain(nullif(reference, '')), ' ', ''), '')
    || ' ' || coalesce(replace(plain(nullif(taxi, '')), ' ', ''), '')
    || ' ' || coalesce(taxi_number::text, '');

-- Apart from booking, so that the wide rows of all history are read for the few found alone. Of a booking that is still in
-- the wizard there is no row yet.
create table booking_search (
  tenant_id int not null,
  id_booking bigint not null,
  id_fleet bigint,
  text text not null,
  primary key (tenant_id, id_booking),
  foreign key (tenant_id, id_booking) references booking on delete cascade
);
call wall_off('booking_search');

insert into booking_search
select tenant_id, id, id_fleet,
  search_text(passenger_name, phone_number_passenger, booking_reference, supplier_taxi_description, id_supplier_taxi)
from booking where status <> 5;

create index booking_search_text on booking_search using gin (tenant_id, text gin_trgm_ops);
-- The planner would try every pattern on a hundred samples, and has no choice of plans to make with the outcome.
alter table booking_search alter column text set statistics 0;

create function keep_search_of_inserted() returns trigger
  language plpgsql as $$
begin
  insert into booking_search
  select tenant_id, id, id_fleet,
    search_text(passenger_name, phone_number_passenger, booking_reference, supplier_taxi_description, id_supplier_taxi)
  from new_rows where status <> 5;
  return null;
end $$;

create function keep_search_of_changed() returns trigger
  language plpgsql as $$
begin
  insert into booking_search
  values (new.tenant_id, new.id, new.id_fleet, search_text(new.passenger_name, new.phone_number_passenger,
    new.booking_reference, new.supplier_taxi_description, new.id_supplier_taxi))
  on conflict (tenant_id, id_booking) do update set id_fleet = excluded.id_fleet, text = excluded.text;
  return null;
end $$;

create trigger search_inserts after insert on booking referencing new table as new_rows
  for each statement execute function keep_search_of_inserted();
-- Most changes of a booking change nothing that it is found by.
create trigger search_changes after update on booking
  for each row when (new.status <> 5 and (old.status = 5
    or (old.passenger_name, old.phone_number_passenger, old.booking_reference, old.supplier_taxi_description)
      <> (new.passenger_name, new.phone_number_passenger, new.booking_reference, new.supplier_taxi_description)
    or old.id_supplier_taxi is distinct from new.id_supplier_taxi or old.id_fleet is distinct from new.id_fleet))
  execute function keep_search_of_changed();
