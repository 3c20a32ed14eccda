-- Who has a booking open just now, told by each tab's heartbeat. Nothing worth surviving a crash, so nothing is logged;
-- and no reference to the booking, because a heartbeat must not wait for whoever holds it.

create unlogged table booking_presence (
  tenant_id int not null references tenant,
  id_booking bigint not null,
  id_user bigint not null,
  tab uuid not null,
  name text not null,
  is_editing boolean not null,
  since timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (tenant_id, id_booking, id_user, tab)
);
create index booking_presence_age on booking_presence (tenant_id, seen_at);
call wall_off('booking_presence');
