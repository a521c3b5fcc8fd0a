-- Returns what is owed for an appointment with this status: nothing for not coming until staff have decided about the
-- fee.
CREATE OR REPLACE FUNCTION due_for(status text, no_show_charged boolean, owed integer) RETURNS integer
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN status = 'no-show' AND NOT no_show_charged THEN least(owed, 0) ELSE owed END
$$;
