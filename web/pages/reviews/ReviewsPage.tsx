import { pageTitle } from '#web/app/page-title.ts'

export const meta = () => pageTitle('My Reviews')

export default function ReviewsPage() {
  return <h1 className="page-title">My Reviews</h1>
}
