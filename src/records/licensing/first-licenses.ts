import type { Obligation, Permission } from './assignment.ts';

/** The definition of a licence, without the metadata of its entry in the catalogue. */
export interface LicenseFacts {
  readonly license_id: string;
  readonly name: string;
  /** Null for a licence that is not in the SPDX list. */
  readonly spdx_identifier: string | null;
  /** The URL of the licence text; empty when there is none. */
  readonly canonical_url: string;
  readonly commercial_use: Permission;
  readonly redistribution: Permission;
  readonly obligations: readonly Obligation[];
  readonly restrictions: readonly string[];
  readonly notes: string | null;
  readonly deprecated: boolean;
}

const [yes, conditions, no, unknown] = [
  'allowed',
  'allowed_with_conditions',
  'prohibited',
  'unknown',
] as const;

type Row = readonly [
  license_id: string,
  name: string,
  spdx: boolean,
  canonical_url: string,
  commercial_use: Permission,
  redistribution: Permission,
  obligations: readonly Obligation[],
  more?: { readonly restrictions?: readonly string[]; readonly notes?: string },
];

const useBased = ['No use that the list of restrictions in the licence names, such as harming people.'];
const nonCommercial = ['No use that is primarily for commercial advantage or payment.'];

/** The initial definitions of every registry. */
const rows: readonly Row[] = [
  [
    'AGPL-3.0-only',
    'GNU Affero General Public License v3.0 only',
    true,
    'https://www.gnu.org/licenses/agpl-3.0.html',
    conditions,
    conditions,
    ['include_license', 'disclose_source', 'network_source_disclosure'],
    { notes: 'Who offers a modified version over a network has to offer its source too.' },
  ],
  [
    'Apache-2.0',
    'Apache License 2.0',
    true,
    'https://www.apache.org/licenses/LICENSE-2.0',
    yes,
    conditions,
    ['include_license'],
    { notes: 'Copies carry the licence, the notices, and a statement of changes.' },
  ],
  [
    'BSD-3-Clause',
    'BSD 3-Clause License',
    true,
    'https://spdx.org/licenses/BSD-3-Clause.html',
    yes,
    conditions,
    ['include_license'],
    { restrictions: ['No endorsement in the name of the authors without permission.'] },
  ],
  [
    'CC-BY-4.0',
    'Creative Commons Attribution 4.0 International',
    true,
    'https://creativecommons.org/licenses/by/4.0/',
    conditions,
    conditions,
    ['attribution', 'include_license'],
  ],
  [
    'CC-BY-NC-4.0',
    'Creative Commons Attribution-NonCommercial 4.0 International',
    true,
    'https://creativecommons.org/licenses/by-nc/4.0/',
    no,
    conditions,
    ['attribution', 'include_license'],
    { restrictions: nonCommercial },
  ],
  [
    'CC-BY-NC-SA-4.0',
    'Creative Commons Attribution-NonCommercial-ShareAlike 4.0 International',
    true,
    'https://creativecommons.org/licenses/by-nc-sa/4.0/',
    no,
    conditions,
    ['attribution', 'include_license', 'share_alike'],
    { restrictions: nonCommercial, notes: 'Adaptations stay under the same licence.' },
  ],
  [
    'GPL-3.0-only',
    'GNU General Public License v3.0 only',
    true,
    'https://www.gnu.org/licenses/gpl-3.0.html',
    conditions,
    conditions,
    ['include_license', 'disclose_source'],
  ],
  [
    'LicenseRef-S-Lab-1.0',
    'S-Lab License 1.0',
    false,
    'https://github.com/sczhou/CodeFormer/blob/master/LICENSE',
    no,
    no,
    [],
    { restrictions: ['Commercial use needs the consent of the authors.'] },
  ],
  [
    'LicenseRef-OpenPose-NonCommercial',
    'OpenPose non-commercial model terms',
    false,
    'https://github.com/CMU-Perceptual-Computing-Lab/openpose/blob/master/LICENSE',
    no,
    unknown,
    [],
    { restrictions: ['Academic or non-profit research only.'] },
  ],
  [
    'LicenseRef-Research-Only',
    'Research-only upstream terms',
    false,
    '',
    no,
    unknown,
    [],
    { restrictions: ['Research only.'], notes: 'For works whose source says no more than that.' },
  ],
  [
    'LicenseRef-Stable-Cascade-NC-Community',
    'Stability AI Non-Commercial Research Community License',
    false,
    'https://huggingface.co/stabilityai/stable-cascade/blob/main/LICENSE',
    no,
    conditions,
    ['attribution', 'include_license', 'responsible_use_restrictions'],
    { restrictions: nonCommercial },
  ],
  [
    'LicenseRef-thibaud-controlnet-sd21',
    'thibaud/controlnet-sd21 custom restricted terms',
    false,
    'https://huggingface.co/thibaud/controlnet-sd21',
    unknown,
    no,
    [],
    { notes: 'The terms are on the page of the model.' },
  ],
  ['MIT', 'MIT License', true, 'https://spdx.org/licenses/MIT.html', yes, conditions, ['include_license']],
  [
    'OpenRAIL-M',
    'CreativeML Open RAIL-M',
    false,
    'https://huggingface.co/spaces/CompVis/stable-diffusion-license',
    conditions,
    conditions,
    ['include_license', 'responsible_use_restrictions'],
    { restrictions: useBased, notes: 'Derivatives keep the restrictions of use.' },
  ],
  [
    'OpenRAIL++-M',
    'CreativeML Open RAIL++-M',
    false,
    'https://huggingface.co/stabilityai/stable-diffusion-2/blob/main/LICENSE-MODEL',
    conditions,
    conditions,
    ['include_license', 'responsible_use_restrictions'],
    { restrictions: useBased, notes: 'Derivatives keep the restrictions of use.' },
  ],
  [
    'WTFPL',
    'Do What The F*ck You Want To Public License',
    true,
    'https://spdx.org/licenses/WTFPL.html',
    yes,
    yes,
    [],
  ],
];

export const firstLicenses: readonly LicenseFacts[] = rows.map(
  ([license_id, name, spdx, canonical_url, commercial_use, redistribution, obligations, more = {}]) => ({
    license_id,
    name,
    spdx_identifier: spdx ? license_id : null,
    canonical_url,
    commercial_use,
    redistribution,
    obligations,
    restrictions: more.restrictions ?? [],
    notes: more.notes ?? null,
    deprecated: false,
  }),
);
