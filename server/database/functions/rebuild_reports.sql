-- Makes the sums of the reports anew from all appointments, payments and refunds. Nothing is booked or paid meanwhile.
CREATE OR REPLACE FUNCTION rebuild_reports() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE booking, payment, refund, refund_entry IN SHARE MODE;
  DELETE FROM report_change;
  DELETE FROM report_booking;
  DELETE FROM report_figure;
  DELETE FROM report_month;
  DELETE FROM report_patient;
  INSERT INTO report_figure SELECT day, figure, key, sum(amount) FROM (
    SELECT figures.* FROM booking AS b CROSS JOIN LATERAL figures_of_booking(
      ROW(1, b.date, b.slot, b.starts_at, b.busy, b.created_at, b.cancelled_at, b.status, b.treatment_id, b.doctor_id, b.patient_id, due_for(b.status, b.no_show_charged, b.owed))::report_booking
    ) AS figures
    UNION ALL
    SELECT figures.* FROM payment JOIN booking ON booking.id = payment.booking_id CROSS JOIN LATERAL
      money_figures('taken', payment.day, payment.amount, payment.method, treatment_id, doctor_id) AS figures
      WHERE payment.voided_at IS NULL
    UNION ALL
    SELECT figures.* FROM refund_entry JOIN refund ON refund.id = refund_entry.refund_id
      JOIN payment ON payment.id = refund.payment_id JOIN booking ON booking.id = payment.booking_id CROSS JOIN LATERAL
      money_figures('refunded', refund_entry.day, refund_entry.amount, refund.method, treatment_id, doctor_id) AS figures
  ) AS rows GROUP BY day, figure, key HAVING sum(amount) <> 0;
  INSERT INTO report_month SELECT date_trunc('month', day)::date, figure, key, sum(amount) FROM report_figure
    GROUP BY date_trunc('month', day), figure, key HAVING sum(amount) <> 0;
  INSERT INTO report_patient SELECT patient_id, min(date) FROM booking WHERE status <> 'cancelled' GROUP BY patient_id;
END $$;
