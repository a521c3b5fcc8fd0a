export default function HistoryPage() {
  return (
    <>
      <h1 className="page-title">My History</h1>
      <p className="mt-4 text-quiet">Your past treatments will be listed here.</p>
    </>
  )
}
