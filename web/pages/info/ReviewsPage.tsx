export default function ReviewsPage() {
  return <h1 className="page-title">My Reviews</h1>
}
