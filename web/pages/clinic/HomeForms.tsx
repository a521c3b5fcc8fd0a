import { useId, useState } from 'react'
import { z } from 'zod/mini'
import { maxReviews, type Review, review, type SinglePicture, serviceCard } from '#contract/clinic.ts'
import { largestPhoto, photoTypes } from '#contract/photo.ts'
import { InputError } from '#web/api/http/errors.ts'
import { uploadPhoto } from '#web/api/photos.ts'
import { Problem } from '#web/ui/change/Problem.tsx'
import { useChange } from '#web/ui/change/use-change.ts'
import { type ClinicFormProps, useSaving } from '#web/ui/clinic/use-saving.ts'
import { BusyButton } from '#web/ui/form/BusyButton.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { FileInput } from '#web/ui/form/FileInput.tsx'
import { Labelled } from '#web/ui/form/Labelled.tsx'
import { ServerForm } from '#web/ui/form/ServerForm.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { useServerForm } from '#web/ui/form/use-server-form.ts'
import { type EditedPicture, PictureField, pictureError } from './PictureField.tsx'

const { name, description } = serviceCard.shape
const cards = z.object({
  name0: name,
  text0: description,
  name1: name,
  text1: description,
  name2: name,
  text2: description,
})

/** Edits the three service cards of the home page. */
export function ServicesForm(props: ClinicFormProps) {
  const save = useSaving(props)
  const [pictures, setPictures] = useState<EditedPicture[]>(props.clinic.services.map(({ picture }) => picture))
  const [isSubmitted, setSubmitted] = useState(false)
  const [first, second, third] = props.clinic.services
  const initial = {
    ...{ name0: first?.name ?? '', text0: first?.description ?? '' },
    ...{ name1: second?.name ?? '', text1: second?.description ?? '' },
    ...{ name2: third?.name ?? '', text2: third?.description ?? '' },
  }
  const { form, field } = useServerForm(cards, initial, async (typed) => {
    setSubmitted(true)
    requireWords(pictures)
    const [one = null, two = null, three = null] = pictures
    const services = [
      { name: typed.name0, description: typed.text0, picture: one },
      { name: typed.name1, description: typed.text1, picture: two },
      { name: typed.name2, description: typed.text2, picture: three },
    ]
    await save({ services })
  })
  const pictureOf = (at: number, label: string) => (
    <PictureField
      admin={props.admin}
      label={label}
      use="service"
      picture={pictures[at] ?? null}
      altError={isSubmitted ? pictureError(pictures[at] ?? null) : undefined}
      onChange={(picture) => setPictures((all) => all.with(at, picture))}
    />
  )
  return (
    <ServerForm {...form} submit="Save" submitClass="mt-1 justify-self-start px-10" className="mt-4 gap-4">
      <Field label="First card" maxLength={60} required {...field('name0')} />
      <TextArea label="Text of the first card" maxLength={200} required {...field('text0')} />
      {pictureOf(0, 'Picture of the first card')}
      <Field label="Second card" maxLength={60} required {...field('name1')} />
      <TextArea label="Text of the second card" maxLength={200} required {...field('text1')} />
      {pictureOf(1, 'Picture of the second card')}
      <Field label="Third card" maxLength={60} required {...field('name2')} />
      <TextArea label="Text of the third card" maxLength={200} required {...field('text2')} />
      {pictureOf(2, 'Picture of the third card')}
    </ServerForm>
  )
}

function requireWords(pictures: readonly EditedPicture[]) {
  if (pictures.some(pictureError)) throw new InputError('Say what each picture shows.')
}

const singles: [SinglePicture, string][] = [
  ['hero', 'Beside the headline'],
  ['team', 'The team, above the dentists'],
  ['map', 'A map of the streets around you'],
]

/** Edits the single pictures of the home page. */
export function PicturesForm(props: ClinicFormProps) {
  const save = useSaving(props)
  const [pictures, setPictures] = useState<{ [place in SinglePicture]: EditedPicture }>(props.clinic.pictures)
  const [isSubmitted, setSubmitted] = useState(false)
  const saving = useChange(async () => {
    requireWords(Object.values(pictures))
    await save({ pictures })
  })
  return (
    <div className="mt-4 grid gap-8">
      {singles.map(([place, label]) => (
        <PictureField
          key={place}
          admin={props.admin}
          label={label}
          use={place}
          picture={pictures[place]}
          altError={isSubmitted ? pictureError(pictures[place]) : undefined}
          onChange={(picture) => setPictures((all) => ({ ...all, [place]: picture }))}
        />
      ))}
      <BusyButton
        busy={saving.isBusy}
        className="btn btn-action justify-self-start px-10"
        onClick={() => {
          setSubmitted(true)
          void saving.run()
        }}
      >
        Save
      </BusyButton>
      <Problem className="text-sm">{saving.problem}</Problem>
    </div>
  )
}

const emptyReview: Review = { name: '', location: '', text: '', sample: false, picture: null }
const reviewList = z.array(review)

/** Edits the reviews of the home page. */
export function ReviewsForm(props: ClinicFormProps) {
  const save = useSaving(props)
  const [reviews, setReviews] = useState<Review[]>(props.clinic.reviews)
  const [isSubmitted, setSubmitted] = useState(false)
  const issues = isSubmitted ? (reviewList.safeParse(reviews).error?.issues ?? []) : []
  const errorOf = (at: number, field: keyof Review) =>
    issues.find(({ path }) => path[0] === at && path[1] === field)?.message
  const saving = useChange(() => save({ reviews }))
  const replace = (at: number, change: Partial<Review>) =>
    setReviews(reviews.map((each, i) => (i === at ? { ...each, ...change } : each)))
  const submit = () => {
    setSubmitted(true)
    if (reviewList.safeParse(reviews).success) void saving.run()
  }
  return (
    <div className="mt-4 grid gap-5">
      {reviews.map((each, at) => (
        // The position identifies a review while it is edited.
        <fieldset key={at} className="grid gap-3 border-base-300 border-b pb-5">
          <legend className="font-medium">
            Review {at + 1}
            {each.sample && ', a sample'}
          </legend>
          <Field
            label="Name"
            value={each.name}
            error={errorOf(at, 'name')}
            onChange={({ target }) => replace(at, { name: target.value, sample: false })}
          />
          <Field
            label="Place"
            value={each.location}
            error={errorOf(at, 'location')}
            onChange={({ target }) => replace(at, { location: target.value, sample: false })}
          />
          <TextArea
            label="Review"
            maxLength={300}
            value={each.text}
            error={errorOf(at, 'text')}
            onChange={({ target }) => replace(at, { text: target.value, sample: false })}
          />
          <PictureField
            admin={props.admin}
            label="Portrait"
            use="review"
            picture={each.picture === null ? null : { url: each.picture, alt: '' }}
            onChange={(picture) => replace(at, { picture: picture?.url ?? null })}
          />
          <button
            type="button"
            className="btn btn-line justify-self-start"
            onClick={() => setReviews(reviews.filter((_, i) => i !== at))}
          >
            Remove<span className="sr-only"> review {at + 1}</span>
          </button>
        </fieldset>
      ))}
      <div className="flex flex-wrap gap-3">
        <BusyButton busy={saving.isBusy} className="btn btn-action px-10" onClick={submit}>
          Save
        </BusyButton>
        {reviews.length < maxReviews && (
          <button type="button" className="btn btn-line" onClick={() => setReviews([...reviews, emptyReview])}>
            Add a review
          </button>
        )}
      </div>
      <Problem className="text-sm">{saving.problem}</Problem>
    </div>
  )
}

/** Uploads the logo, shows it and removes it. */
export function LogoForm(props: ClinicFormProps) {
  const id = useId()
  const save = useSaving(props)
  const [logo, setLogo] = useState(props.clinic.logo)
  const change = useChange(async (file: File | null) => {
    if (file && file.size > largestPhoto) throw new InputError('This picture is larger than 8 MB.')
    const signal = new AbortController().signal
    const upload = (photo: File) => uploadPhoto(props.admin, photo, { use: 'logo', signal, onProgress: () => {} })
    const url = file && (await upload(file))
    setLogo((await save({ logo: url })).logo)
  })
  return (
    <div className="mt-4 flex flex-wrap items-center gap-5">
      {logo !== null && <img src={new URL(logo).pathname} alt="The logo" className="size-20 rounded-field" />}
      <div className="min-w-48 flex-1">
        <Labelled id={id} label="Picture" hint="JPEG, PNG, WebP or AVIF, at most 8 MB, square." error={change.problem}>
          <FileInput
            id={id}
            accept={photoTypes.join(',')}
            disabled={change.isBusy}
            onChange={({ target }) => {
              const file = target.files?.[0]
              if (file) void change.run(file)
              target.value = ''
            }}
          />
        </Labelled>
        <p role="status" className="mt-1 text-quiet text-sm empty:hidden">
          {change.isBusy ? 'Saving the logo' : ''}
        </p>
      </div>
      {logo !== null && (
        <BusyButton busy={change.isBusy} className="btn btn-line" onClick={() => void change.run(null)}>
          Remove the logo
        </BusyButton>
      )}
    </div>
  )
}
