import { z } from 'zod';
import { riskLevels } from './risk/level.ts';
import type { RiskReason } from './risk/risk.ts';
import { rules } from './risk/rules.ts';

export const riskLevel = z.enum(riskLevels).meta({
  id: 'RiskLevel',
  description: 'How closely an open change has to be looked at.',
});

export const riskReason = z
  .object({
    rule: z.enum(rules.map(({ rule }) => rule) as [RiskReason['rule'], ...RiskReason['rule'][]]).meta({
      id: 'RiskRule',
      description: 'What is looked at.',
    }),
    level: z.enum(['look', 'high']),
    message: z.string().meta({ description: 'What it is, with the value.' }),
  } satisfies Record<keyof RiskReason, z.ZodType>)
  .meta({ id: 'RiskReason', description: 'Why a change is of that risk.' });
