-- Until migration 29, whoever had no email had an address at patients.invalid, and whoever was erased got one. The trail
-- has them still. It names the patient instead: the address has their id. It is append-only otherwise.
ALTER TABLE "audit" DISABLE TRIGGER "audit_kept";
--> statement-breakpoint
UPDATE "audit" SET "email" = 'Erased account' WHERE "email" LIKE 'no-email-%@patients.invalid';
--> statement-breakpoint
UPDATE "audit" SET
  "subject" = replace("subject", "address", coalesce((SELECT "name" FROM "patient" WHERE "patient"."id" = "person"), 'Erased account'))
FROM (
  SELECT "id" AS "entry", substring("subject" FROM 'no-email-[^@ ]+@patients\.invalid') AS "address",
    substring("subject" FROM 'no-email-([^@ ]+)@patients\.invalid') AS "person"
  FROM "audit" WHERE "subject" LIKE '%no-email-%@patients.invalid%'
) AS "found" WHERE "id" = "entry";
--> statement-breakpoint
ALTER TABLE "audit" ENABLE TRIGGER "audit_kept";
