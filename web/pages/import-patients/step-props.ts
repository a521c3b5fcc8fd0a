/** What each step of an import takes. `onShow` shows another import, or with null a new file. */
export interface StepProps {
  admin: string
  onShow: (id: string | null) => void
}
