-- A booking for its whole life: what document 2 keeps of it, the journal of its changes, and what hangs on it.

alter table booking
  add column id_supplier_service text not null default '',
  add column id_supplier_taxi int,
  add column supplier_taxi_description text not null default '',
  add column phone_number_supplier text not null default '',
  add column stops text not null default '',
  add column id_favourite_cab bigint,
  add column shared boolean not null default false,
  add column tags text[] not null default '{}',
  add column whitelabel text not null default '',
  add column flight_number text not null default '',
  add column pickup_zone text not null default '',
  add column client_type text not null default 'normal',
  add column fleet_filter_policy text not null default '',
  add column enable_commitment boolean not null default false,
  add column time_pre_dispatch int,
  add column time_booking_arrival timestamptz,
  add column time_booking_finish timestamptz,
  add column time_service_arrival timestamptz,
  add column distance_meters int,
  add column estimated_min_time_minutes int,
  add column estimated_max_time_minutes int,
  add column email_passenger text not null default '',
  add column id_card bigint,
  add column id_authorization bigint,
  add column id_authorization_group bigint,
  add column subscriber_code text not null default '',
  add column user_number text not null default '',
  add column phone_number_dialed text not null default '',
  add column status_email int not null default 0,
  -- The first booking of a recurring series, and the booking that this one took over from.
  add column id_copy_from bigint,
  add column id_previous bigint,
  add column price_customer_total numeric(10, 2) check (price_customer_total >= 0),
  add column price_supplier_total numeric(10, 2) check (price_supplier_total >= 0),
  add column price_supplier_type int,
  add column price_customer_type int,
  add column price_customer_multiplier numeric(6, 2),
  add column price_customer_currency text not null default 'EUR',
  add column toll numeric(10, 2) check (toll >= 0),
  add column toll_customer numeric(10, 2) check (toll_customer >= 0),
  add column toll_supplier numeric(10, 2) check (toll_supplier >= 0),
  add column cancelled_with_charge boolean not null default false,
  add column validated boolean not null default false,
  add column validated_errors text[] not null default '{}',
  add column key_validation_reason text not null default '',
  add column additional_reason text not null default '',
  add column booking_breaks jsonb not null default '[]',
  add column cancellation_reason_code text not null default '',
  add column cancellation_reason_description text not null default '',
  add column cancellation_dispatch boolean not null default false,
  add column time_service_dispatched timestamptz,
  add column time_service_confirmed timestamptz,
  add column vehicle_confirmation_lat double precision,
  add column vehicle_confirmation_lon double precision,
  add column vehicle_confirmation_eta int,
  add column time_service_cancelled timestamptz,
  add column vehicle_cancellation_lat double precision,
  add column vehicle_cancellation_lon double precision,
  add column vehicle_cancellation_eta int,
  -- What the caller was told, for whoever keeps the promise.
  add column promised_arrival timestamptz,
  add column promised_price numeric(10, 2),
  -- Entered after the ride, as a historic service or one to invoice; empty for a booking that was dispatched.
  add column registered_as text not null default '' check (registered_as in ('', 'historic', 'toInvoice')),
  add column time_updated timestamptz not null default now(),
  add foreign key (tenant_id, id_copy_from) references booking,
  add foreign key (tenant_id, id_previous) references booking;

-- The small hot sets, and the ways in that grow with the history.
create index booking_of_caller on booking (tenant_id, id_caller, time_booking_start desc, id desc) where id_caller is not null;
create index booking_of_authorization on booking (tenant_id, id_authorization, time_booking_start desc, id desc)
  where id_authorization is not null;
create index booking_of_series on booking (tenant_id, id_copy_from, id) where id_copy_from is not null;
create index booking_took_over on booking (tenant_id, id_previous) where id_previous is not null;
create index booking_by_start on booking (tenant_id, time_booking_start desc, id desc) where status in (30, -20, -40, -60);
create index booking_to_validate on booking (tenant_id, time_booking_start desc, id desc)
  where status in (30, -20, -40, -60) and not validated;
create index booking_at_supplier on booking (tenant_id, id_fleet, id_supplier_service) where id_supplier_service <> '';

-- Who changed what and when: told once, never rewritten (the grants below), shown as the booking's timeline.
create table booking_journal (
  tenant_id int not null,
  id bigint generated always as identity,
  id_booking bigint not null,
  version int not null,
  at timestamptz not null default now(),
  action text not null,
  -- A user of the tenant, a fleet, or neither: the system itself.
  id_user bigint,
  id_fleet bigint,
  who text not null default '',
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  primary key (tenant_id, id),
  foreign key (tenant_id, id_booking) references booking
);
create index booking_journal_of on booking_journal (tenant_id, id_booking, id);
call wall_off('booking_journal');
revoke update, delete on booking_journal from parada_app;

create table booking_message (
  tenant_id int not null,
  id bigint generated by default as identity,
  id_booking bigint not null,
  at timestamptz not null default now(),
  sender int not null default 80,
  readers text not null default '',
  type int not null default 22,
  code int,
  status int not null default 0,
  message text not null check (char_length(message) between 1 and 256),
  id_supplier bigint,
  lat double precision,
  lon double precision,
  id_user bigint,
  user_name text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, id_booking) references booking
);
create index booking_message_of on booking_message (tenant_id, id_booking, id);
call wall_off('booking_message');

create table fleet_break (
  tenant_id int not null,
  id bigint generated by default as identity,
  id_booking bigint not null,
  break1 text not null default '',
  break2 text not null default '',
  break3 text not null default '',
  break4 text not null default '',
  break5 text not null default '',
  break6 text not null default '',
  break7 text not null default '',
  break8 text not null default '',
  break9 text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, id_booking),
  foreign key (tenant_id, id_booking) references booking
);
call wall_off('fleet_break');

create table rating (
  tenant_id int not null,
  id bigint generated by default as identity,
  id_booking bigint not null,
  score int check (score between 1 and 5),
  to_improve text[] not null default '{}',
  time_updated timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, id_booking),
  foreign key (tenant_id, id_booking) references booking
);
call wall_off('rating');

create table card (
  tenant_id int not null references tenant,
  id bigint generated by default as identity,
  id_user bigint,
  card_alias text not null,
  payment_method int not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, id_user) references app_user on delete cascade
);
call wall_off('card');
alter table booking add foreign key (tenant_id, id_card) references card;

-- Where the taxi is and has been: the last report, and the path thinned out as it grew.
create table trajectory (
  tenant_id int not null,
  id_booking bigint not null,
  at timestamptz not null,
  lat double precision not null,
  lon double precision not null,
  eta_minutes int,
  -- [[lat, lon, epoch seconds], …]
  path jsonb not null default '[]',
  primary key (tenant_id, id_booking),
  foreign key (tenant_id, id_booking) references booking
);
call wall_off('trajectory');

-- The fields that bookings of a payment account carry for its books; dependencies show, hide and require others.
create table booking_break_config (
  tenant_id int not null,
  id_payment_account bigint not null,
  id int not null check (id between 1 and 9),
  type text not null default 'text',
  label text not null,
  mandatory boolean not null default false,
  filter text not null default '',
  value_dependencies jsonb not null default '[]',
  primary key (tenant_id, id_payment_account, id),
  foreign key (tenant_id, id_payment_account) references payment_account on delete cascade
);
call wall_off('booking_break_config');

-- What was answered to a creating call, so that its repetition gets the same answer and makes nothing new.
create table idempotent_answer (
  tenant_id int not null,
  id_user bigint not null,
  key text not null check (char_length(key) between 1 and 200),
  request_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id_user, key),
  foreign key (tenant_id, id_user) references app_user on delete cascade
);
create index idempotent_answer_age on idempotent_answer (created_at);
call wall_off('idempotent_answer');

create or replace function tidy() returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from session where expires_at < now();
  delete from password_reset where expires_at < now() - interval '1 day';
  delete from sign_in_failure where last_failed_at < now() - interval '1 day';
  delete from outbox where done_at < now() - interval '30 days';
  delete from idempotent_answer where created_at < now() - interval '2 days';
  select fold_counts();
$$;
