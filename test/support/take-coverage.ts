import { takeCoverage } from 'node:v8';
import { afterAll } from 'vitest';

// A test process is ended without the exit at which Node would write what it has covered.
afterAll(() => takeCoverage());
