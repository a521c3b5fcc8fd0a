import { pageTitle } from '#web/page-title.ts'

export const meta = () => pageTitle('My Reviews')

export default function ReviewsPage() {
  return <h1 className="min-h-60 text-2xl">My Reviews</h1>
}
