-- As before, but no flood hides who of the staff it was: of what did not succeed, an address gets 10 rows a minute and a
-- tenant 60; what comes then is counted in one row for each member of staff, and in one for all strangers.
create or replace function security_event_put(event_at timestamptz, event_kind text, event_outcome text, event_staff bigint,
  event_who text, event_address text, event_user bigint, event_detail text, event_request text, counts_alone boolean)
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own_tenant int := current_tenant();
  event_minute timestamptz := case when not counts_alone then date_trunc('minute', event_at) end;
  of_tenant int;
  of_address int;
begin
  event_who := left(event_who, 120);
  event_address := left(event_address, 60);
  event_detail := left(event_detail, 300);
  if event_minute is not null and event_outcome <> 'done' and not exists (select from security_event
    where tenant_id = own_tenant and minute = event_minute and ip_address = event_address and kind = event_kind
      and outcome = event_outcome and id_staff is not distinct from event_staff and who = event_who
      and id_user is not distinct from event_user and detail = event_detail)
  then
    select count(*), count(*) filter (where ip_address = event_address) into of_tenant, of_address
      from security_event where tenant_id = own_tenant and minute = event_minute and outcome <> 'done';
    if of_tenant >= 60 or of_address >= 10 then
      event_who := case when event_staff is null then '…' else event_who end;
      event_user := null;
      event_detail := '';
      event_address := case when of_tenant < 60 then event_address else '' end;
    end if;
  end if;
  insert into security_event (tenant_id, date_event, kind, outcome, id_staff, who, ip_address, id_user, detail,
      request_id, minute)
    values (own_tenant, event_at, event_kind, event_outcome, event_staff, event_who, event_address, event_user,
      event_detail, left(event_request, 60), event_minute)
    on conflict (tenant_id, minute, ip_address, kind, outcome, id_staff, who, id_user, detail) where minute is not null
    do update set times = security_event.times + 1, request_id = excluded.request_id,
      date_event = greatest(security_event.date_event, excluded.date_event);
end $$;
