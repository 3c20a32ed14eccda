-- A tenant's settings, fleets and tariffs seldom change, and every booking asks for them. A server that has read them under
-- this number reads them again only when it has changed.
alter table tenant add column terms_version bigint not null default 0;

create function count_settings_change() returns trigger language plpgsql as $$
begin
  new.terms_version := old.terms_version + 1;
  return new;
end $$;
create trigger settings_changed_count before update of name, front_config on tenant
  for each row execute function count_settings_change();

create function count_terms_change() returns trigger language plpgsql as $$
begin
  update tenant set terms_version = terms_version + 1 where id in (select tenant_id from changed);
  return null;
end $$;

create procedure count_terms_of(target regclass) language plpgsql as $$
begin
  execute format('create trigger terms_added_count after insert on %s referencing new table as changed
                  for each statement execute function count_terms_change()', target);
  execute format('create trigger terms_changed_count after update on %s referencing new table as changed
                  for each statement execute function count_terms_change()', target);
  execute format('create trigger terms_removed_count after delete on %s referencing old table as changed
                  for each statement execute function count_terms_change()', target);
end $$;
call count_terms_of('fleet');
call count_terms_of('tariff');
call count_terms_of('tariff_holiday');
drop procedure count_terms_of(regclass);
