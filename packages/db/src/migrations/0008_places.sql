-- Places found as people type them: without accents, with slips of the finger, the nearest first.

create extension if not exists btree_gist;

-- Text as it is compared: small letters, no accents, signs as single spaces. unaccent is called stable only because its
-- rules could be exchanged, which nobody does here.
create function plain(raw text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(lower(unaccent('unaccent'::regdictionary, raw)), '[^[:alnum:]]+', ' ', 'g'));

create function keep_words() returns trigger
  language plpgsql as $$
begin
  new.words := ' ' || plain(coalesce(new.name, '') || ' ' || coalesce(new.address_field, ''));
  return new;
end $$;

-- Lets find_places look into a table with name, address_field, lat and lon. A row keeps its words, each after a space:
-- to work them out at every comparison would cost more than all the rest of a search.
create procedure make_searchable(target regclass, tenant_column text default 'tenant_id')
  language plpgsql as $$
declare
  first_column constant text := coalesce(quote_ident(tenant_column) || ', ', '');
begin
  execute format('alter table %s add column words text not null default %L', target, '');
  -- The planner would try every similarity on a hundred samples, and has no choice of plans to make with the outcome.
  execute format('alter table %s alter column words set statistics 0', target);
  execute format('create trigger keep_words before insert or update on %s for each row execute function keep_words()',
    target);
  execute format('update %s set words = words', target);
  execute format('create index %I on %s using gin (%s words gin_trgm_ops)', target || '_words', target, first_column);
  execute format('create index %I on %s using gist (%s point(lon, lat))', target || '_near', target, first_column);
end $$;

call make_searchable('poi');
call make_searchable('place', null);

-- The places of each source that meet a condition on their words, by how well and how near, so many of each. The rows around
-- the point come first: where enough of them are as good as can be, no others are looked for, and where more rows meet the
-- condition than are worth comparing, the nearest are not missed.
create function seek_places(condition text, worse text, best text, near_lat float8, near_lon float8, most int,
    allowed_pois bigint[], account bigint, looked_at int)
  returns table (source text, id bigint, name text, address_field text, lat float8, lon float8, metres int)
  language plpgsql as $$
declare
  seek constant text := $sql$
    (with around as materialized (
       select * from (
         select id, name, address_field, lat, lon, words from %1$I where %2$s
         order by point(lon, lat) <-> point($2, $1) limit %4$s / 3) nearest
       where %3$s),
     matching as (
       select id, name, address_field, lat, lon, words from %1$I
       where (select count(*) from around where %7$s) < $3 and %2$s and %3$s limit %4$s)
     select %5$s as rank, %1$L as source, id::bigint, name, address_field, lat, lon, %6$s as worse,
       (111195 * sqrt((lat - $1) ^ 2 + ((lon - $2) * cos(radians($1))) ^ 2))::int as metres
     from (table around union all select * from matching where id not in (select id from around)) found
     order by worse, metres, name, id limit $3)$sql$;
  own_pois constant text := 'tenant_id = $4 and ($5 is null or id = any($5))
    and (id_payment_account is null or id_payment_account = $6)';
begin
  return query execute
    'select source, id, name, address_field, lat, lon, metres from ('
    || format(seek, 'poi', own_pois, condition, looked_at, 1, worse, best) || ' union all '
    || format(seek, 'address', 'tenant_id = $4', condition, looked_at, 2, worse, best) || ' union all '
    || format(seek, 'place', 'true', condition, looked_at, 3, worse, best)
    || ') places order by rank, worse, metres, name, id'
    using near_lat, near_lon, most, current_tenant(), allowed_pois, account;
end $$;

-- A setting of pg_trgm can be bound to a function only once its library is loaded.
do $$ begin perform word_similarity('a', 'a'); end $$;

-- Points of interest first, then saved addresses, then shipped places. Every word typed must begin a word of the place; only
-- when there is no such place is the house number left out, and then slips of the finger are forgiven in the words that no
-- place has. It runs with its owner's rights because behind the wall no similarity may be asked of an index, and keeps
-- to the tenant of the transaction itself.
create function find_places(typed text, near_lat float8, near_lon float8, most int, allowed_pois bigint[], account bigint)
  returns table (source text, id bigint, name text, address_field text, lat float8, lon float8, metres int)
  language plpgsql security definer set search_path = public, pg_temp
  set pg_trgm.word_similarity_threshold = 0.6
  -- Comparing is dearer than the planner believes, and a handful of rows is not worth a second process.
  set enable_seqscan = off
  set enable_indexscan = on
  set max_parallel_workers_per_gather = 0 as $$
declare
  begins constant text := 'words like %L';
  in_short constant jsonb := '{"avd": "avenida", "avda": "avenida", "pza": "plaza", "plza": "plaza", "ctra": "carretera",
    "po": "paseo", "pso": "paseo", "sta": "santa", "sto": "santo"}';
  small constant text[] := array['de', 'del', 'la', 'el', 'los', 'las', 'y', 'en', 'the', 'of'];
  phrase constant text := plain(left(typed, 200));
  terms text[];
  names text[];
  conditions text[] := '{}';
  unlike text := '0';
  unknown text[] := '{}';
  term text;
  is_known boolean;
  closeness real;
begin
  terms := array(select distinct coalesce(in_short ->> w, w) from unnest((string_to_array(phrase, ' '))[1:10]) w
                 where w <> '' and (w <> all (small) or w = phrase));
  if terms = '{}' then return; end if;
  return query select * from seek_places(
    (select string_agg(format(begins, '% ' || t || '%'), ' and ') from unnest(terms) t),
    -- What stands together as it was typed is meant, and a name rather than the street it lies in.
    (select format('((words not like %L)::int + (greatest(%s) > length(name))::int)::real', '% ' || phrase || '%',
       string_agg(format('strpos(words, %L)', ' ' || t), ', ')) from unnest(terms) t),
    format(begins, '% ' || phrase || '%'),
    near_lat, near_lon, most, allowed_pois, account, 600);
  if found then return; end if;

  names := array(select t from unnest(terms) t where t !~ '^\d+$');
  if names = '{}' then return; end if;
  if cardinality(names) < cardinality(terms) then
    return query select * from seek_places(
      (select string_agg(format(begins, '% ' || t || '%'), ' and ') from unnest(names) t), '0::real', 'true',
      near_lat, near_lon, most, allowed_pois, account, 600);
    if found then return; end if;
  end if;

  -- The planner takes an unknown word for one that will soon turn up on the way through the table.
  perform set_config('enable_indexscan', 'off', true);
  foreach term in array names loop
    execute format('select exists (select from poi where tenant_id = $1 and %1$s)
        or exists (select from address where tenant_id = $1 and %1$s) or exists (select from place where %1$s)',
      format(begins, '% ' || term || '%')) into is_known using current_tenant();
    if is_known then
      conditions := conditions || format(begins, '% ' || term || '%');
    else
      unknown := unknown || term;
      conditions := conditions || format('words %%> %L', term);
      unlike := unlike || format(' - round(word_similarity(%L, words)::numeric, 1)', term);
    end if;
  end loop;
  perform set_config('enable_indexscan', 'on', true);
  if cardinality(unknown) not between 1 and 3 then return; end if;
  -- Two letters that changed places: the commonest slip, cheap to undo, and it leaves a short word little that is like it.
  if cardinality(unknown) = 1 and length(unknown[1]) between 3 and 12 then
    term := unknown[1];
    return query select * from seek_places(
      array_to_string(array_replace(conditions, format('words %%> %L', term), '(' || (
        select string_agg(format(begins, '% ' || overlay(term placing reverse(substr(term, i, 2)) from i for 2) || '%'), ' or ')
        from generate_series(1, length(term) - 1) i) || ')'), ' and '),
      '0::real', 'true', near_lat, near_lon, most, allowed_pois, account, 250);
    if found then return; end if;
  end if;

  foreach closeness in array array[0.6, 0.4] loop
    perform set_config('pg_trgm.word_similarity_threshold', closeness::text, true);
    return query select * from seek_places(array_to_string(conditions, ' and '), '(' || unlike || ')::real', 'false',
      near_lat, near_lon, most, allowed_pois, account, 250);
    if found then return; end if;
  end loop;
end $$;

revoke execute on function seek_places(text, text, text, float8, float8, int, bigint[], bigint, int),
  find_places(text, float8, float8, int, bigint[], bigint) from public;
grant execute on function find_places(text, float8, float8, int, bigint[], bigint) to parada_app;
