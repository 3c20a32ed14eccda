-- Streets as shipped places (kind 'way'): their lines for the way back from a point to an address, and their corners.

-- Both are written whole with the streets themselves, so that nothing has to watch their references.
create table street_line (
  id_street int not null,
  line lseg not null
);
-- Of all that has a shape, PostgreSQL orders polygons alone by their exact distance from a point; two points make one.
create function shape_of(line lseg) returns polygon
  language sql immutable strict parallel safe
  return translate(line::text, '[]', '()')::polygon;
create index street_line_near on street_line using gist (shape_of(line));
grant select on street_line to parada_app;

-- Each corner twice: from either of its streets.
create table street_corner (
  id_street int not null,
  id_other int not null,
  lat double precision not null,
  lon double precision not null,
  primary key (id_street, id_other)
);
grant select on street_corner to parada_app;

-- Landmarks, among the streets of a city hard to find by their distance.
create index place_landmark on place using gist (point(lon, lat)) where kind <> 'way';

drop function find_places(text, float8, float8, int, bigint[], bigint);
drop function seek_places(text, text, text, float8, float8, int, bigint[], bigint, int);

-- As in 0008_places.sql, with a condition of their own for shipped places.
create function seek_places(condition text, place_condition text, worse text, best text, place_best text, near_lat float8,
    near_lon float8, most int, allowed_pois bigint[], account bigint, looked_at int)
  returns table (source text, id bigint, name text, address_field text, lat float8, lon float8, metres int)
  language plpgsql as $$
declare
  seek constant text := $sql$
    (with around as materialized (
       select * from (
         select %8$s as source, id, name, address_field, lat, lon, words%9$s from %1$I where %2$s
         order by point(lon, lat) <-> point($2, $1) limit %4$s / 3) nearest
       where %3$s),
     matching as (
       select %8$s as source, id, name, address_field, lat, lon, words%9$s from %1$I
       where (select count(*) from around where %7$s) < $3 and %2$s and %3$s limit %4$s)
     select %5$s as rank, source, id::bigint, name, address_field, lat, lon, %6$s as worse,
       (111195 * sqrt((lat - $1) ^ 2 + ((lon - $2) * cos(radians($1))) ^ 2))::int as metres
     from (table around union all select * from matching where id not in (select id from around)) found
     order by worse, metres, name, id limit $3)$sql$;
  own_pois constant text := 'tenant_id = $4 and ($5 is null or id = any($5))
    and (id_payment_account is null or id_payment_account = $6)';
  street constant text := $sql$case when kind = 'way' then 'street' else 'place' end$sql$;
begin
  return query execute
    'select source, id, name, address_field, lat, lon, metres from ('
    || format(seek, 'poi', own_pois, condition, looked_at, 1, worse, best, '''poi''', '') || ' union all '
    || format(seek, 'address', 'tenant_id = $4', condition, looked_at, 2, worse, best, '''address''', '') || ' union all '
    || format(seek, 'place', 'true', place_condition, looked_at, 3, worse, place_best, street, ', kind')
    || ') places order by rank, worse, metres, name, id'
    using near_lat, near_lon, most, current_tenant(), allowed_pois, account;
end $$;

-- As in 0008_places.sql, but for two things. What is typed comes with its words written out. And the number of a house is
-- told apart, and no street needs to have it: whoever is in a town means its street, not that house of another town.
create function find_places(typed text, house text, near_lat float8, near_lon float8, most int, allowed_pois bigint[],
    account bigint)
  returns table (source text, id bigint, name text, address_field text, lat float8, lon float8, metres int)
  language plpgsql security definer set search_path = public, pg_temp
  set pg_trgm.word_similarity_threshold = 0.6
  -- Comparing is dearer than the planner believes, and a handful of rows is not worth a second process.
  set enable_seqscan = off
  set enable_indexscan = on
  set max_parallel_workers_per_gather = 0 as $$
declare
  begins constant text := 'words like %L';
  small constant text[] := array['de', 'del', 'la', 'el', 'los', 'las', 'y', 'en', 'the', 'of'];
  phrase constant text := plain(left(typed, 200));
  house_terms constant text[] := string_to_array(plain(coalesce(house, '')), ' ');
  terms text[];
  names text[];
  whole text;
  conditions text[] := '{}';
  unlike text := '0';
  unknown text[] := '{}';
  term text;
  is_known boolean;
  closeness real;
begin
  terms := array(select distinct w from unnest((string_to_array(phrase, ' '))[1:10]) w
                 where w <> '' and (w <> all (small) or w = phrase));
  if terms = '{}' then return; end if;
  names := array(select t from unnest(terms) t where t <> all (house_terms));
  whole := (select string_agg(format(begins, '% ' || t || '%'), ' and ') from unnest(terms) t);
  return query select * from seek_places(
    whole,
    case when names = '{}' or names = terms then whole else format('%s and (kind = %L or (%s))',
      (select string_agg(format(begins, '% ' || t || '%'), ' and ') from unnest(names) t), 'way', whole) end,
    -- What stands together as it was typed is meant, and a name rather than the street it lies in.
    (select format('((words not like %L)::int + (greatest(%s) > length(name))::int)::real', '% ' || phrase || '%',
       string_agg(format('strpos(words, %L)', ' ' || t), ', ')) from unnest(terms) t),
    format(begins, '% ' || phrase || '%'),
    -- A street without the number is as good as can be.
    format(begins, '% ' || btrim(regexp_replace(phrase, '(^| )' || coalesce(nullif(plain(house), ''), ' ') || '( |$)', ' ')) || '%'),
    near_lat, near_lon, most, allowed_pois, account, 600);
  if found then return; end if;

  names := array(select t from unnest(terms) t where t !~ '^\d+$' and t <> all (house_terms));
  if names = '{}' then return; end if;
  if cardinality(names) < cardinality(terms) then
    whole := (select string_agg(format(begins, '% ' || t || '%'), ' and ') from unnest(names) t);
    return query select * from seek_places(whole, whole, '0::real', 'true', 'true',
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
    whole := array_to_string(array_replace(conditions, format('words %%> %L', term), swapped('words', term)), ' and ');
    return query select * from seek_places(whole, whole, '0::real', 'true', 'true',
      near_lat, near_lon, most, allowed_pois, account, 250);
    if found then return; end if;
  end if;

  whole := array_to_string(conditions, ' and ');
  foreach closeness in array array[0.6, 0.4] loop
    perform set_config('pg_trgm.word_similarity_threshold', closeness::text, true);
    return query select * from seek_places(whole, whole, '(' || unlike || ')::real', 'false', 'false',
      near_lat, near_lon, most, allowed_pois, account, 250);
    if found then return; end if;
  end loop;
end $$;

-- The condition that a column has a word in which two letters next to each other have changed places.
create function swapped(of_column text, term text) returns text
  language sql immutable strict
  return '(' || (select string_agg(format('%I like %L', of_column,
    '% ' || overlay(term placing reverse(substr(term, i, 2)) from i for 2) || '%'), ' or ')
    from generate_series(1, length(term) - 1) i) || ')';

-- The corners of two streets by the words of each, in the order in which they were typed; slips of the finger are forgiven in
-- the words that no street has.
create function find_corners(first text[], second text[], near_lat float8, near_lon float8, most int)
  returns table (id bigint, street text, other text, city text, lat float8, lon float8, metres int)
  language plpgsql stable
  set pg_trgm.word_similarity_threshold = 0.5
  set enable_seqscan = off
  set max_parallel_workers_per_gather = 0 as $$
declare
  -- The longest word leaves the fewest streets to begin with.
  is_turned constant boolean := (select max(length(t)) from unnest(first) t) < (select max(length(t)) from unnest(second) t);
  begun constant text[] := case when is_turned then second else first end;
  met constant text[] := case when is_turned then first else second end;
  seek constant text := $sql$
    with around as materialized (
      select * from (select id, name, city, words from place where kind = 'way'
        order by point(lon, lat) <-> point($2, $1) limit 400) nearest where %1$s),
    begun as materialized (
      table around union select * from (
        select id, name, city, words from place where kind = 'way' and %1$s limit 400) matching)
    select begun.id::bigint, %4$s, city, corner.lat, corner.lon,
      (111195 * sqrt((corner.lat - $1) ^ 2 + ((corner.lon - $2) * cos(radians($1))) ^ 2))::int as metres
    from begun join street_corner corner on id_street = begun.id
      join lateral (select name, words from place where id = id_other and %2$s) met on true
    order by %3$s, metres, begun.name, met.name limit $3$sql$;
  names constant text := case when is_turned then 'met.name, begun.name' else 'begun.name, met.name' end;
  begun_like text[] := '{}';
  met_like text[] := '{}';
  unlike text := '0';
  typed record;
  is_known boolean;
  condition text;
begin
  if cardinality(first) = 0 or cardinality(second) = 0 then return; end if;
  return query execute format(seek,
    (select string_agg(format('words like %L', '% ' || t || '%'), ' and ') from unnest(begun[1:8]) t),
    (select string_agg(format('words like %L', '% ' || t || '%'), ' and ') from unnest(met[1:8]) t),
    '0::real', names) using near_lat, near_lon, most;
  if found then return; end if;

  for typed in select 'begun' as side, unnest(begun[1:8]) as term union all select 'met', unnest(met[1:8]) loop
    condition := format('words like %L', '% ' || typed.term || '%');
    execute format('select exists (select from place where kind = %L and %s)', 'way', condition) into is_known;
    if not is_known then
      -- A short word leaves little to be like.
      if length(typed.term) < 4 then return; end if;
      condition := format('(words %%> %L or %s)', typed.term, swapped('words', typed.term));
      unlike := unlike || format(' - round(word_similarity(%L, %I.words)::numeric, 1)', typed.term, typed.side);
    end if;
    if typed.side = 'begun' then begun_like := begun_like || condition; else met_like := met_like || condition; end if;
  end loop;
  if unlike = '0' then return; end if;
  return query execute format(seek, array_to_string(begun_like, ' and '), array_to_string(met_like, ' and '),
    '(' || unlike || ')::real', names) using near_lat, near_lon, most;
end $$;

revoke execute on function seek_places(text, text, text, text, text, float8, float8, int, bigint[], bigint, int),
  find_places(text, text, float8, float8, int, bigint[], bigint), find_corners(text[], text[], float8, float8, int),
  swapped(text, text) from public;
grant execute on function find_places(text, text, float8, float8, int, bigint[], bigint),
  find_corners(text[], text[], float8, float8, int), swapped(text, text) to parada_app;
