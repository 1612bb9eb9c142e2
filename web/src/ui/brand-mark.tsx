/** The product's logo. */
export const BrandMark = ({ size = 26 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 26 26" aria-hidden="true" focusable="false">
    <path d="M8 0h10a8 8 0 0 1 8 8v10a8 8 0 0 1-8 8H2a2 2 0 0 1-2-2V8a8 8 0 0 1 8-8z" fill="#4FD1A5" />
    <path d="M6 9h14M6 14h14" stroke="#0C2C23" strokeWidth="2" />
  </svg>
)
