import { Component, type ReactNode } from 'react';
import { Failure } from '../controls/notices.tsx';

/** A page that breaks does not take the others with it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return (
      <div className="page">
        <Failure
          error={this.state.error}
          doing="The page cannot be shown."
          onRetry={() => this.setState({ error: null })}
        />
      </div>
    );
  }
}
