/** How closely a change has to be looked at, the least first. */
export const riskLevels = ['low', 'look', 'high'] as const;
export type RiskLevel = (typeof riskLevels)[number];
