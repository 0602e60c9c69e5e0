import { takeCoverage } from 'node:v8';
import { afterAll } from 'vitest';

// A test process is killed before the exit at which Node would write its coverage.
afterAll(() => takeCoverage());
