-- Suggestions that stay fast among hundreds of thousands of streets: words are looked up in an index of words, trigrams are
-- left for slips of the finger, and the statements for words without slips are planned once per connection.

-- The words of a row for the index, each behind its tenant: the rows of all tenants under one word would have to be told apart
-- at every search. Nobody types 200 letters of one word, and the index takes none of more than 2,046 bytes.
create function tokens_of(words text, tenant int default null) returns tsvector
  language sql immutable parallel safe
  return array_to_tsvector(string_to_array(ltrim(replace(
    case when octet_length(words) < 1000 then words else regexp_replace(words, '(\S{200})\S+', '\1', 'g') end,
    ' ', ' ' || coalesce(tenant::text || '/', ''))), ' '));

alter index poi_words rename to poi_trigrams;
alter index address_words rename to address_trigrams;
alter index place_words rename to place_trigrams;
-- What is saved row by row is searched at once: no list of rows yet to be sorted in. Streets are loaded in bulk.
create index poi_words on poi using gin (tokens_of(words, tenant_id)) with (fastupdate = off);
create index address_words on address using gin (tokens_of(words, tenant_id)) with (fastupdate = off);
create index place_words on place using gin (tokens_of(words));
-- Every search has the same plan, whatever is known of the words.
alter index poi_words alter column 1 set statistics 0;
alter index address_words alter column 1 set statistics 0;
alter index place_words alter column 1 set statistics 0;

-- It makes no index of words, and find_places would not look into another table.
drop procedure make_searchable(regclass, text);

-- What asks the index for words that begin with a term, and with each of several: of these in a few questions, which are
-- answered sooner than a long one. In plpgsql what has to be aggregated is planned once per connection.
create function token_wanted(term text, tenant int) returns text
  language sql immutable parallel safe
  return '''' || coalesce(tenant::text || '/', '') || replace(replace(term, '\', '\\'), '''', '''''') || ''':*';
create function questions_of(terms text[], tenant int) returns tsquery[]
  language plpgsql immutable parallel safe as $$
begin
  return array(select string_agg(token_wanted(term, tenant), '&')::tsquery
    from unnest(terms) with ordinality as numbered (term, n) group by least(n, 3) order by least(n, 3));
end $$;
create function patterns_of(terms text[]) returns text[]
  language plpgsql immutable parallel safe as $$
begin
  return array(select '% ' || term || '%' from unnest(terms) term);
end $$;

drop function find_places(text, text, float8, float8, int, bigint[], bigint);
drop function seek_places(text, text, text, text, text, float8, float8, int, bigint[], bigint, int);

-- The statement that finds the places of a source that meet a condition, by how well and how near. The rows around the point
-- come first: where enough of them are as good as can be, no others are looked for, and where more rows meet the condition than
-- are worth comparing, the nearest are not missed. The condition is given twice: as it is quickest to test on a row, and as an
-- index answers it. The parameters are those of seek_places.
create function seek_statement(source text, condition text, indexed text, worse text, best text) returns text
  language plpgsql immutable as $$
declare
  columns constant text := format('%s as source, id, name, address_field, lat, lon, words%s', case source when 'place'
    then 'case when kind = ''way'' then ''street'' else ''place'' end' else quote_literal(source) end,
    case source when 'place' then ', kind' else '' end);
  own constant text := case source when 'place' then 'true' when 'address' then 'tenant_id = $4' else 'tenant_id = $4
    and ($5 is null or id = any($5)) and (id_payment_account is null or id_payment_account = $6)' end;
begin
  return format($sql$
    with around as materialized (
      select * from (
        select %2$s from %1$I where %3$s order by point(lon, lat) <-> point($2, $1) limit $7 / 3) nearest
      where %4$s),
    matching as (
      select %2$s from %1$I where (select count(*) from around where %7$s) < $3 and %3$s and %5$s limit $7)
    select source, id::bigint, name, address_field, lat, lon,
      (111195 * sqrt((lat - $1) ^ 2 + ((lon - $2) * cos(radians($1))) ^ 2))::int as metres
    from (table around union all select * from matching where id not in (select id from around)) found
    order by %6$s, metres, name, id limit $3$sql$, source, columns, own, condition, indexed, worse, best);
end $$;

-- The places with all the words that are wanted and one of either; a street needs no more than what is wanted of streets.
-- Its statements are written here, one for each number of questions to the index, so that their plans can be kept.
do $make$
declare
  -- What stands together as it was typed is meant, and a name rather than the street it lies in.
  worse constant text := (select format('(words not like $14)::int + (coalesce(greatest(%s), 0) > length(name))::int',
    string_agg(format('strpos(words, $13[%s])', n), ', ')) from generate_series(1, 10) n);
  body text := '';
  searched record;
begin
  for searched in select * from (values
    ('poi', '$8', '$9', '$15', 'tokens_of(words, tenant_id)', ''),
    ('address', '$8', '$9', '$15', 'tokens_of(words, tenant_id)', ''),
    ('place', '$10', '$11', '$16', 'tokens_of(words)', $$ and (kind = 'way' or words like all ($9))$$))
    as searched (source, wanted, patterns, best, tokens, more)
  loop
    for questions in 1..4 loop
      body := body || format(E'  if cardinality(%s) = %s then\n    return query %s;\n  end if;\n', searched.wanted, questions,
        seek_statement(
          searched.source,
          format('words like all (%s) and words like any ($12)', searched.patterns) || searched.more,
          (select string_agg(format('%s @@ %s[%s]', searched.tokens, searched.wanted, n), ' and ')
           from generate_series(1, questions) n) || searched.more,
          worse,
          'words like ' || searched.best));
    end loop;
  end loop;
  execute format($sql$
    create function seek_places(near_lat float8, near_lon float8, most int, tenant int, allowed_pois bigint[], account bigint,
        looked_at int, wanted tsquery[], patterns text[], street_wanted tsquery[], street_patterns text[], either text[],
        starts text[], phrase text, best text, street_best text)
      returns table (source text, id bigint, name text, address_field text, lat float8, lon float8, metres int)
      language plpgsql as %L$sql$, E'\n#variable_conflict use_column\nbegin\n' || body || E'end ');
end $make$;

-- Those of the terms with which a word of any place begins, or of any street.
create function known_terms(terms text[], tenant int, only_streets boolean) returns text[]
  language plpgsql stable
  -- The planner takes an unknown word for one that will soon turn up on the way through the table.
  set enable_indexscan = off as $$
begin
  return array(select term from unnest(terms) term where not only_streets and (
      exists (select from poi
        where tenant_id = tenant and tokens_of(words, tenant_id) @@ token_wanted(term, tenant)::tsquery)
      or exists (select from address
        where tenant_id = tenant and tokens_of(words, tenant_id) @@ token_wanted(term, tenant)::tsquery))
    or exists (select from place
      where tokens_of(words) @@ token_wanted(term, null)::tsquery and (kind = 'way' or not only_streets)));
end $$;

-- A word with each two letters that stand together in the other order.
create function with_swaps(term text) returns text[]
  language plpgsql immutable parallel safe as $$
begin
  return array(select overlay(term placing reverse(substr(term, i, 2)) from i for 2)
    from generate_series(1, length(term) - 1) i);
end $$;

-- As in 0046_streets.sql.
create function find_places(typed text, house text, near_lat float8, near_lon float8, most int, allowed_pois bigint[],
    account bigint)
  returns table (source text, id bigint, name text, address_field text, lat float8, lon float8, metres int)
  language plpgsql security definer set search_path = public, pg_temp
  set pg_trgm.word_similarity_threshold = 0.6
  -- Comparing is dearer than the planner believes, and a handful of rows is not worth a second process.
  set enable_seqscan = off
  set enable_indexscan = on
  set max_parallel_workers_per_gather = 0
  -- No words make another plan better, and planning takes longer than most searches.
  set plan_cache_mode = force_generic_plan as $$
declare
  everything constant text[] := '{%}';
  small constant text[] := array['de', 'del', 'la', 'el', 'los', 'las', 'y', 'en', 'the', 'of'];
  tenant constant int := current_tenant();
  phrase constant text := plain(left(typed, 200));
  house_terms constant text[] := string_to_array(plain(coalesce(house, '')), ' ');
  terms text[];
  names text[];
  known text[];
  unknown text[];
  swaps text[];
  condition text;
  unlike text;
  closeness real;
  searched text;
  has_any boolean := false;
begin
  terms := array(select distinct w from unnest((string_to_array(phrase, ' '))[1:10]) w
                 where w <> '' and (w <> all (small) or w = phrase));
  if terms = '{}' then return; end if;
  names := array(select t from unnest(terms) t where t <> all (house_terms));
  if names = '{}' then names := terms; end if;
  return query select * from seek_places(near_lat, near_lon, most, tenant, allowed_pois, account, 600,
    questions_of(terms, tenant), patterns_of(terms), questions_of(names, null), patterns_of(names), everything,
    array(select ' ' || t from unnest(terms) t), '% ' || phrase || '%', '% ' || phrase || '%',
    -- A street without the number is as good as can be.
    '% ' || btrim(regexp_replace(phrase, '(^| )' || coalesce(nullif(plain(house), ''), ' ') || '( |$)', ' ')) || '%');
  if found then return; end if;

  names := array(select t from unnest(terms) t where t !~ '^\d+$' and t <> all (house_terms));
  if names = '{}' then return; end if;
  if cardinality(names) < cardinality(terms) then
    return query select * from seek_places(near_lat, near_lon, most, tenant, allowed_pois, account, 600,
      questions_of(names, tenant), patterns_of(names), questions_of(names, null), patterns_of(names), everything,
      '{}', '%', '%', '%');
    if found then return; end if;
  end if;

  known := known_terms(names, tenant, false);
  unknown := array(select t from unnest(names) t where t <> all (known));
  if cardinality(unknown) not between 1 and 3 then return; end if;
  -- Two letters that changed places: the commonest slip, cheap to undo, and it leaves a short word little that is like it.
  if cardinality(unknown) = 1 and length(unknown[1]) between 3 and 12 then
    swaps := known_terms(with_swaps(unknown[1]), tenant, false);
    if swaps <> '{}' then
      return query select * from seek_places(near_lat, near_lon, most, tenant, allowed_pois, account, 250,
        questions_of(known, tenant) || (select string_agg(token_wanted(t, tenant), '|') from unnest(swaps) t)::tsquery,
        patterns_of(known),
        questions_of(known, null) || (select string_agg(token_wanted(t, null), '|') from unnest(swaps) t)::tsquery,
        patterns_of(known), patterns_of(swaps), '{}', '%', '%', '%');
      if found then return; end if;
    end if;
  end if;

  condition := (select string_agg(format('words like %L', p), ' and ') || ' and ' from unnest(patterns_of(known)) p);
  condition := concat(condition, (select string_agg(format('words %%> %L', t), ' and ') from unnest(unknown) t));
  unlike := (select string_agg(format('- round(word_similarity(%L, words)::numeric, 1)', t), ' ') from unnest(unknown) t);
  foreach closeness in array array[0.6, 0.4] loop
    perform set_config('pg_trgm.word_similarity_threshold', closeness::text, true);
    foreach searched in array array['poi', 'address', 'place'] loop
      return query execute seek_statement(searched, condition, condition, unlike, 'false')
        using near_lat, near_lon, most, tenant, allowed_pois, account, 250;
      has_any := has_any or found;
    end loop;
    if has_any then return; end if;
  end loop;
end $$;

drop function find_corners(text[], text[], float8, float8, int);
drop function swapped(text, text);

-- The statement that finds where streets that meet one condition cross those that meet another. The first is given twice, as
-- for seek_statement. The parameters are those of seek_corners.
create function corner_statement(begun text, indexed text, met text, unlike text) returns text
  language sql immutable
  return format($sql$
    with around as materialized (
      select * from (select id, name, city, words from place where kind = 'way'
        order by point(lon, lat) <-> point($2, $1) limit 400) nearest where %1$s),
    begun as materialized (
      table around union select * from (
        select id, name, city, words from place where kind = 'way' and %2$s limit 400) matching)
    select begun.id::bigint, case when $4 then met.name else begun.name end, case when $4 then begun.name else met.name end,
      city, corner.lat, corner.lon,
      (111195 * sqrt((corner.lat - $1) ^ 2 + ((corner.lon - $2) * cos(radians($1))) ^ 2))::int as metres
    -- Without an offset the planner would look for all the streets of such a name, not only for those that are met.
    from begun join street_corner corner on id_street = begun.id
      join lateral (select name, words from place where id = id_other and %3$s offset 0) met on true
    order by %4$s, metres, begun.name, met.name limit $3$sql$, begun, indexed, met, unlike);

do $make$
begin
  execute format($sql$
    create function seek_corners(near_lat float8, near_lon float8, most int, is_turned boolean, wanted tsquery, begun text[],
        met text[])
      returns table (id bigint, street text, other text, city text, lat float8, lon float8, metres int)
      language plpgsql stable as %L$sql$, format(E'\n#variable_conflict use_column\nbegin\n  return query %s;\nend ',
    corner_statement('words like all ($6)', 'tokens_of(words) @@ $5', 'words like all ($7)', '0::real')));
end $make$;

-- The condition that a street has these words, or words like those of them that no street has.
create function streets_like(terms text[], known text[]) returns text
  language plpgsql stable as $$
begin
  return (select string_agg(case when term = any (known) then format('words like %L', '% ' || term || '%')
      else format('(words %%> %L%s)', term, (select string_agg(format(' or words like %L', pattern), '')
        from unnest(patterns_of(known_terms(with_swaps(term), null, true))) pattern)) end,
    ' and ') from unnest(terms) term);
end $$;

-- As in 0046_streets.sql.
create function find_corners(first text[], second text[], near_lat float8, near_lon float8, most int)
  returns table (id bigint, street text, other text, city text, lat float8, lon float8, metres int)
  language plpgsql stable
  set pg_trgm.word_similarity_threshold = 0.5
  set enable_seqscan = off
  set max_parallel_workers_per_gather = 0
  set plan_cache_mode = force_generic_plan as $$
declare
  -- The longest word leaves the fewest streets to begin with.
  is_turned constant boolean := (select max(length(t)) from unnest(first) t) < (select max(length(t)) from unnest(second) t);
  begun constant text[] := (array_remove(case when is_turned then second else first end, ''))[1:8];
  met constant text[] := (array_remove(case when is_turned then first else second end, ''))[1:8];
  known text[];
  unlike text;
  condition text;
begin
  if begun = '{}' or met = '{}' then return; end if;
  return query select * from seek_corners(near_lat, near_lon, most, is_turned,
    (select string_agg(token_wanted(t, null), '&') from unnest(begun) t)::tsquery, patterns_of(begun), patterns_of(met));
  if found then return; end if;

  known := known_terms(begun || met, null, true);
  unlike := (select string_agg(format('- round(word_similarity(%L, %I.words)::numeric, 1)', t, side), ' ' order by side)
    from (select 'begun' as side, unnest(begun) as t union all select 'met', unnest(met)) typed where t <> all (known));
  -- A short word leaves little to be like.
  if unlike is null or exists (select from unnest(begun || met) t where length(t) < 4 and t <> all (known)) then return; end if;
  condition := streets_like(begun, known);
  return query execute corner_statement(condition, condition, streets_like(met, known), unlike)
    using near_lat, near_lon, most, is_turned;
end $$;

revoke execute on function token_wanted(text, int), questions_of(text[], int), patterns_of(text[]), with_swaps(text),
  known_terms(text[], int, boolean), seek_statement(text, text, text, text, text),
  seek_places(float8, float8, int, int, bigint[], bigint, int, tsquery[], text[], tsquery[], text[], text[], text[], text, text,
    text),
  find_places(text, text, float8, float8, int, bigint[], bigint), corner_statement(text, text, text, text),
  seek_corners(float8, float8, int, boolean, tsquery, text[], text[]), streets_like(text[], text[]),
  find_corners(text[], text[], float8, float8, int) from public;
grant execute on function find_places(text, text, float8, float8, int, bigint[], bigint),
  find_corners(text[], text[], float8, float8, int) to parada_app;
-- What find_corners calls: it runs with the rights of whoever asks.
grant execute on function token_wanted(text, int), patterns_of(text[]), with_swaps(text),
  known_terms(text[], int, boolean), corner_statement(text, text, text, text),
  seek_corners(float8, float8, int, boolean, tsquery, text[], text[]), streets_like(text[], text[]) to parada_app;
