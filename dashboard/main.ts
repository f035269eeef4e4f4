import { beginEarly } from './api/begin-early.ts';

beginEarly().catch(() => {});
void import('./dashboard.tsx');
