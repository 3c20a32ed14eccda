-- What an app wrote to a movement may name the person: it goes with them. Nothing else of a movement ever changes.
create or replace function refuse_changed_movement() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'concept' = to_jsonb(old) - 'concept' and new.concept = '—'
    and exists (select from app_user u where u.tenant_id = old.tenant_id and u.id = old.id_user and u.erased_at is not null)
  then
    return new;
  end if;
  raise exception 'A movement of a wallet never changes' using errcode = 'restrict_violation';
end $$;

create function erase_concepts(wanted bigint) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update wallet_movement m set concept = '—'
  from app_user u
  where m.tenant_id = current_tenant() and m.id_user = wanted and m.kind <> 'promo'
    and u.tenant_id = m.tenant_id and u.id = wanted and u.is_customer and u.erased_at is not null;
$$;
revoke execute on function erase_concepts(bigint) from public;
grant execute on function erase_concepts(bigint) to parada_app;
