import { pageMeta } from '#web/app/meta.ts'

export const meta = pageMeta

export default function ReviewsPage() {
  return <h1 className="page-title">My Reviews</h1>
}
