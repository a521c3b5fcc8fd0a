export default function RecallsPage() { return null }
