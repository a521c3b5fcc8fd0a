CREATE TABLE "clinic_picture" (
	"place" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"alt" text NOT NULL,
	CONSTRAINT "clinic_picture_place_known" CHECK ("clinic_picture"."place" in ('hero', 'team', 'map', 'service0', 'service1', 'service2', 'review0', 'review1', 'review2', 'review3', 'review4', 'review5')),
	CONSTRAINT "clinic_picture_alt" CHECK (length("clinic_picture"."alt") <= 200 AND ("clinic_picture"."alt" <> '' OR "clinic_picture"."place" LIKE 'review%'))
);
--> statement-breakpoint
CREATE TABLE "photo_version" (
	"photo_id" uuid NOT NULL,
	"width" integer NOT NULL,
	"format" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "photo_version_photo_id_width_format_pk" PRIMARY KEY("photo_id","width","format"),
	CONSTRAINT "photo_version_format_known" CHECK ("photo_version"."format" in ('avif', 'webp')),
	CONSTRAINT "photo_version_size" CHECK (length("photo_version"."bytes") BETWEEN 1 AND 1048576)
);
--> statement-breakpoint
ALTER TABLE "clinic" ADD COLUMN "coordinates" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "photo" ADD COLUMN "use" text;--> statement-breakpoint
ALTER TABLE "photo" ADD COLUMN "width" integer;--> statement-breakpoint
ALTER TABLE "clinic_picture" ADD CONSTRAINT "photo_of_place" FOREIGN KEY ("url") REFERENCES "public"."photo"("url") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_version" ADD CONSTRAINT "photo_version_photo_id_photo_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photo"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clinic" ADD CONSTRAINT "clinic_coordinates_length" CHECK (length("clinic"."coordinates") <= 40);--> statement-breakpoint
ALTER TABLE "photo" ADD CONSTRAINT "photo_use_known" CHECK ("photo"."use" in ('hero', 'service', 'team', 'map', 'review'));--> statement-breakpoint
ALTER TABLE "photo" ADD CONSTRAINT "photo_use_and_width" CHECK (("photo"."use" IS NULL) = ("photo"."width" IS NULL));--> statement-breakpoint
CREATE TRIGGER rules_changed AFTER INSERT OR DELETE OR UPDATE ON clinic_picture
  FOR EACH ROW EXECUTE FUNCTION publish_rules();--> statement-breakpoint
CREATE TRIGGER rules_truncated AFTER TRUNCATE ON clinic_picture
  FOR EACH STATEMENT EXECUTE FUNCTION publish_rules();--> statement-breakpoint
CREATE TRIGGER rules_locked BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON clinic_picture
  FOR EACH STATEMENT EXECUTE FUNCTION lock_rules();
