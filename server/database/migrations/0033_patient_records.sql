ALTER TABLE "audit" DROP CONSTRAINT "audit_action_known";--> statement-breakpoint
CREATE INDEX "patient_by_creation" ON "patient" USING btree ("created_at","id") WHERE "patient"."erased_at" is null and "patient"."merged_into" is null;--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_action_known" CHECK ("audit"."action" in ('promote-user', 'demote-user', 'invite-staff', 'withdraw-invitation', 'accept-invitation', 'change-role', 'end-staff', 'add-doctor', 'delete-doctor', 'upload-photo', 'change-clinic', 'change-time-zone', 'set-up-clinic', 'set-hours', 'set-day', 'clear-day', 'set-policy', 'add-treatment', 'change-treatment', 'order-treatments', 'retire-treatment', 'restore-treatment', 'change-doctor', 'add-absence', 'remove-absence', 'add-chair', 'rename-chair', 'retire-chair', 'restore-chair', 'keep-appointment', 'cancel-appointment', 'move-appointment', 'book-appointment', 'mark-appointment', 'note-appointment', 'add-patient', 'search-patients', 'list-patients', 'read-patient', 'change-patient', 'merge-patients', 'add-patient-account', 'remove-patient-account', 'erase-patient', 'read-day', 'read-appointment', 'refund-payment', 'renew-feed', 'list-users', 'read-sessions', 'end-sessions', 'export-data', 'erase-account', 'change-email', 'accept-access', 'end-access', 'remove-second-factor', 'read-audit'));
--> statement-breakpoint
-- A text as names are compared: in small letters, without accents, apostrophes as one sign. Latin ligatures, Cyrillic
-- and Greek capitals are listed, because lower() knows them in some locales only.
CREATE OR REPLACE FUNCTION fold(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT normalize(regexp_replace(
    replace(replace(replace(replace(
      translate(
        lower(normalize(words, NFKD)),
        'ÆŒÞẞƏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄІЈЉЊЋЏҐҒҚҢҮҰҺӨΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςŁłØøĐđÐðĦħŦŧıʼ‘’ʹ`´ˈ',
        'æœþßəабвгдежзиклмнопрстуфхцчшщъыьэюяђєіјљњћџґғқңүұһөαβγδεζηθικλμνξοπρστυφχψωσllooddddhhtti'''''''''''''''
      ),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    '[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]',
    '', 'g'), NFC)
$$;
--> statement-breakpoint
-- The words of names with capital ligatures are others now.
REINDEX INDEX "patient_by_words";
