import { ClinicToRead } from './ClinicToRead.tsx'
import { DataForm } from './DataForm.tsx'
import { LogoForm, PicturesForm, ReviewsForm, ServicesForm } from './HomeForms.tsx'
import { TextsForm } from './TextsForm.tsx'
import { TimeZoneForm } from './TimeZoneForm.tsx'

/** What the page shows as soon as it has loaded, in one script. */
export const parts = {
  ClinicToRead,
  DataForm,
  LogoForm,
  PicturesForm,
  ReviewsForm,
  ServicesForm,
  TextsForm,
  TimeZoneForm,
}
