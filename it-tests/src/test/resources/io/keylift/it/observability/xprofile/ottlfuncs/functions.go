// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

// Package ottlfuncs has no functions for profiles.
package ottlfuncs

import "github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl"

// WithProfileConverters adds nothing.
func WithProfileConverters[K any](functions map[string]ottl.Factory[K]) map[string]ottl.Factory[K] {
	return functions
}
