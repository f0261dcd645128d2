// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

// Package ottlprofile parses no conditions on profiles.
package ottlprofile

import (
	"errors"

	"go.opentelemetry.io/collector/component"

	"github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl"
)

const ContextName = "profile"

// TransformContext has no profile.
type TransformContext struct{}

type ConditionSequenceOption = ottl.ConditionSequenceOption[*TransformContext]

func EnablePathContextNames() ottl.Option[*TransformContext] {
	return ottl.WithPathContextNames[*TransformContext]([]string{ContextName})
}

func WithConditionSequenceErrorMode(mode ottl.ErrorMode) ConditionSequenceOption {
	return ottl.WithConditionSequenceErrorMode[*TransformContext](mode)
}

func NewConditionSequence(
	conditions []*ottl.Condition[*TransformContext],
	settings component.TelemetrySettings,
	options ...ConditionSequenceOption,
) ottl.ConditionSequence[*TransformContext] {
	return ottl.NewConditionSequence(conditions, settings, options...)
}

// NewParser always fails.
func NewParser(
	map[string]ottl.Factory[*TransformContext],
	component.TelemetrySettings,
	...ottl.Option[*TransformContext],
) (ottl.Parser[*TransformContext], error) {
	return ottl.Parser[*TransformContext]{}, errors.New("this collector has no profiles")
}
