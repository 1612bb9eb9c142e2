/** A part of a whole in whole percent, 0 where there is nothing; 100 only when nothing is left. */
export const computeShare = (part: number, whole: number): number =>
  whole <= 0 ? 0 : Math.min(100, Math.floor((100 * part) / whole))
