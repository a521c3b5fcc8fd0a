import type { CalendarDoctor } from '#contract/calendar/calendar.ts'
import { DoctorPhoto } from '#web/ui/DoctorPhoto.tsx'
import { PhotoInput } from '#web/ui/doctor/PhotoInput.tsx'
import { UploadProgress } from '#web/ui/doctor/UploadProgress.tsx'
import { photoFile } from '#web/ui/doctor/use-photo-upload.ts'

/** Another photo, or none; undefined: the doctor keeps theirs. */
export type ChosenPhoto = File | 'none' | undefined

interface PhotoChoiceProps {
  doctor: Pick<CalendarDoctor, 'name' | 'img'>
  chosen: ChosenPhoto
  onChoose: (photo: ChosenPhoto) => void
  /** The fraction sent of a photo that is uploading, 0 to 1. */
  sent: number | undefined
  onCancel: () => void
}

/** Changes or removes a doctor's photo. */
export function PhotoChoice({ doctor: { name, img }, chosen, onChoose, sent, onCancel }: PhotoChoiceProps) {
  const file = chosen === 'none' ? undefined : chosen
  const src = chosen === 'none' ? '' : img
  return (
    <div className="grid gap-4">
      <PhotoInput
        label={src ? 'Another photo' : 'Photo'}
        file={file}
        error={photoError(file)}
        onChoose={onChoose}
        instead={<DoctorPhoto name={name} src={src} size="portrait" />}
      >
        {src && !file && (
          <button type="button" className="btn btn-line mt-3" onClick={() => onChoose('none')}>
            Remove the photo
          </button>
        )}
        <p role="status" className="mt-3 empty:hidden">
          {!src && !file && 'Without a photo, patients see the initials.'}
        </p>
      </PhotoInput>
      {sent !== undefined && <UploadProgress stage={{ name: 'photo', sent }} onCancel={onCancel} />}
    </div>
  )
}

/** Returns what is wrong with a photo; undefined if nothing is. */
export function photoError(file: File | undefined): string | undefined {
  return file && photoFile.safeParse(file).error?.issues[0]?.message
}
