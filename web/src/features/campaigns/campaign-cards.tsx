import './campaigns.css'

/** Values with what they are, as cards. */
export const CampaignCards = ({ cards }: { cards: readonly (readonly [string, string | number])[] }) => (
  <dl className="campaign-cards">
    {cards.map(([label, value]) => (
      <div key={label} className="campaign-card">
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
