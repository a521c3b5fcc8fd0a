-- Returns the payments of an appointment that count, and their refunds, with their days of the till.
CREATE OR REPLACE FUNCTION money_of(which uuid) RETURNS TABLE (what text, day date, method text, amount bigint)
LANGUAGE sql STABLE AS $$
  SELECT 'taken', payment.day, payment.method, payment.amount::bigint FROM payment
    WHERE booking_id = which AND voided_at IS NULL
  UNION ALL
  SELECT 'refunded', refund_entry.day, refund.method, refund_entry.amount::bigint FROM refund_entry
    JOIN refund ON refund.id = refund_entry.refund_id JOIN payment ON payment.id = refund.payment_id
    WHERE payment.booking_id = which
$$;
