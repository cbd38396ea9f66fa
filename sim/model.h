// SPDX-License-Identifier: Apache-2.0
//
// model: any Verilated class behind one small interface.
//
// The bench is compiled once and drives every circuit through it; only the two evaluations of a
// clock cycle are virtual calls.
//
//   Spec  docs/verification.md
//   Test  tb/common/harness_test.cc
#pragma once

#include <verilated.h>
#include <verilated_fst_c.h>

#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

namespace tern::sim {

/// A circuit that can be evaluated. Owns its simulation context.
class Model {
 public:
  virtual ~Model() = default;
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  /// Lets the circuit settle after its inputs were changed.
  virtual void eval() = 0;

  /// Connects a waveform. False: this model was built without waveforms.
  virtual bool attach(VerilatedFstC& wave) = 0;

  [[nodiscard]] VerilatedContext& context() { return *context_; }

  /// Makes this model the one whose errors the simulator reports next. Several may be alive.
  void activate() { Verilated::threadContextp(context_.get()); }

 protected:
  explicit Model(std::uint64_t seed);

 private:
  std::unique_ptr<VerilatedContext> context_;
};

/// The circuit of class `V`.
template <typename V>
class VerilatedCircuit final : public Model {
 public:
  explicit VerilatedCircuit(std::uint64_t seed)
      : Model(seed), top_(std::make_unique<V>(&context(), "dut")) {}
  ~VerilatedCircuit() override {
    // The simulator looks up the context of the thread here, and that may be gone by now.
    activate();
    top_->final();
    top_.reset();
  }

  void eval() override { top_->eval(); }

  bool attach(VerilatedFstC& wave) override { return attach_to(*top_, wave, 0); }

  /// The ports.
  [[nodiscard]] V& top() { return *top_; }

 private:
  template <typename T>
  static auto attach_to(T& top, VerilatedFstC& wave, int) -> decltype(top.trace(&wave, 0), bool()) {
    top.trace(&wave, 99);
    return true;
  }
  template <typename T>
  static bool attach_to(T&, VerilatedFstC&, long) {
    return false;
  }

  std::unique_ptr<V> top_;
};

}  // namespace tern::sim
