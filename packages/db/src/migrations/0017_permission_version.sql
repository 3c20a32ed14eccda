-- Every call asks who makes it; the permissions themselves are read again only when this number has changed.
alter table app_user add column permission_version bigint not null default 0;

create function count_permission_change() returns trigger language plpgsql as $$
begin
  update app_user u set permission_version = permission_version + 1
    from (select distinct tenant_id, user_id from changed) c where u.tenant_id = c.tenant_id and u.id = c.user_id;
  return null;
end $$;
create trigger permissions_granted_count after insert on user_permission referencing new table as changed
  for each statement execute function count_permission_change();
create trigger permissions_changed_count after update on user_permission referencing new table as changed
  for each statement execute function count_permission_change();
create trigger permissions_taken_count after delete on user_permission referencing old table as changed
  for each statement execute function count_permission_change();
