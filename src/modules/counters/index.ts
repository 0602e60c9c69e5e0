export { mayFollow, mayStandAt } from './next-id.ts';
export { counterStore } from './store.ts';
